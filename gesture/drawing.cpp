#include "gesture/drawing.hpp"

#include "gesture/digits.hpp"

namespace thimble::gesture {

namespace {

std::string attribute(std::string_view name, double value)
{
    return ' ' + std::string(name) + "=\"" + digits(value) + '"';
}

std::string size_of(bounds panel)
{
    return attribute("width", panel.width) + attribute("height", panel.height);
}

std::string line_of(const contact& finger)
{
    std::string points;
    for (const sample& one : finger.samples) {
        if (!points.empty())
            points += ' ';
        points += digits(one.where.x) + ',' + digits(one.where.y);
    }
    const point begin = finger.samples.front().where;
    return "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"black\"/>\n<circle" +
           attribute("cx", begin.x) + attribute("cy", begin.y) + " r=\"4\"/>\n";
}

} // namespace

std::string to_svg(const touch_path& path, bounds panel)
{
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + size_of(panel) + ">\n<rect" +
                       size_of(panel) + " fill=\"white\" stroke=\"gray\"/>\n";
    for (const contact& finger : path.contacts)
        text += line_of(finger);
    return text + "</svg>\n";
}

} // namespace thimble::gesture
