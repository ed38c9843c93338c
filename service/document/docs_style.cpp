#include "service/document/docs_parts.hpp"

namespace thimble::service::contract {

namespace {

constexpr std::string_view style = R"css(
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f6f7f9; --line: #dfe3e8; --ink: #1b1f24; --quiet: #5a6370;
  --link: #0a58ca; --get: #0b7a4b; --post: #1d4ed8; --change: #9a5b00; --delete: #b42318;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --raised: #1d2126; --line: #31373f; --ink: #e6e9ed; --quiet: #9aa4b1;
    --link: #7ab0ff; --get: #4cc38a; --post: #86a9ff; --change: #f0b35a; --delete: #ff8f85;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-behavior: smooth; scroll-padding-top: 4rem; }
body {
  margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr);
  background: var(--ground); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Inter", "DejaVu Sans", sans-serif;
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem 2rem 1.25rem;
  background: var(--raised); border-right: 1px solid var(--line); font-size: 13px;
}
nav a { display: block; padding: .12rem 0; color: var(--quiet); text-decoration: none; }
nav a:hover { color: var(--link); }
nav b { display: block; margin-top: .9rem; }
nav b a { color: var(--ink); text-transform: capitalize; }
nav .title { font-size: 1.2rem; font-weight: 700; color: var(--ink); }
main { padding: 1rem 2.5rem 6rem; max-width: 62rem; }
h1 { font-size: 2rem; margin: 0; }
h2 { font-size: 1.35rem; margin: 2.75rem 0 .25rem; text-transform: capitalize; }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
h4 { font-size: .85rem; margin: 1.1rem 0 .3rem; color: var(--quiet); }
a { color: var(--link); }
.lead { font-size: 1.05rem; color: var(--quiet); margin-top: .25rem; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { font-size: .9em; }
p code, td code { background: var(--raised); border-radius: 4px; padding: .05em .3em; }
pre {
  margin: .9rem 0; padding: .7rem .9rem; font-size: 12.5px; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--raised); border: 1px solid var(--line);
  border-radius: 8px;
}
figure { margin: .5rem 0 .9rem; }
figcaption { display: flex; align-items: center; gap: .4rem; min-height: 1.7rem; font-size: 13px; }
figcaption button { margin-left: auto; }
figure pre { margin: .2rem 0 0; }
button {
  padding: .1rem .6rem; font: inherit; font-size: 12px; color: var(--quiet); cursor: pointer;
  background: none; border: 1px solid var(--line); border-radius: 6px;
}
button:hover { color: var(--link); border-color: var(--link); }
.search {
  position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: .8rem;
  padding: .7rem 0; background: var(--ground); font-size: 13px; color: var(--quiet);
}
.search input {
  flex: 1; min-width: 0; padding: .4rem .7rem; font: inherit; font-size: 15px; color: var(--ink);
  background: var(--raised); border: 1px solid var(--line); border-radius: 8px;
}
.search span { min-width: 4.5rem; }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; }
details[open] { box-shadow: 0 1px 6px rgb(0 0 0 / 8%); }
details > div { padding: .25rem 1rem 1rem; border-top: 1px solid var(--line); }
summary {
  display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; padding: .5rem .8rem;
  cursor: pointer; list-style: none;
}
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--raised); border-radius: 8px; }
summary:focus-visible, a:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
.says { color: var(--quiet); margin-left: auto; text-align: right; }
.method { font-size: 11px; font-weight: 700; min-width: 3.6rem; letter-spacing: .03em; }
.get { color: var(--get); } .post { color: var(--post); } .delete { color: var(--delete); }
.put, .patch { color: var(--change); }
table { width: 100%; border-collapse: collapse; margin: .5rem 0; font-size: 14px; }
td { vertical-align: top; padding: .35rem .9rem .35rem 0; border-top: 1px solid var(--line); }
tr:first-child td { border-top: 0; }
tr:target td, .record:target h3 { background: color-mix(in srgb, var(--link) 14%, transparent); }
td:first-child { white-space: nowrap; }
.answers td { font-size: 13px; }
.type { width: 34%; } .type, .place, .also { color: var(--quiet); font-size: 13px; }
.required { color: var(--delete); }
@media (max-width: 60rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 40vh; border-right: 0;
        border-bottom: 1px solid var(--line); }
  main { padding: 1.25rem 1rem 4rem; }
  .says { margin-left: 0; width: 100%; text-align: left; }
  td, summary { overflow-wrap: anywhere; }
  td:first-child { white-space: normal; }
}
@media print { nav, .search, button { display: none; } body { display: block; } }
)css";

} // namespace

std::string_view docs_style()
{
    return style;
}

} // namespace thimble::service::contract
