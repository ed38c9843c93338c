// Shapes of SVG made by script.
const namespace = "http://www.w3.org/2000/svg";

export function draw(tag, attributes, ...children) {
  const shape = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  shape.append(...children);
  return shape;
}
