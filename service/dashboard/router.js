// The page that an address names: "#/phones" is all of them, "#/phones/0b2f…" is one.

// `pages`: a function by each path, where ":id" is any name, and ":place" one on that page.
export class Router {
  constructor(pages) {
    this.pages = Object.entries(pages).map(([path, show]) => ({ path, show, names: path.split("/") }));
  }

  // { path, show, id, place }, or null where there is no such page.
  find(hash) {
    const given = hash.replace(/^#\/?/, "").split("/").map(decoded);
    for (const { path, show, names } of this.pages) {
      const fits = names.length === given.length &&
        names.every((name, place) => name === given[place] || (name.startsWith(":") && given[place]));
      const called = (name) => given[names.indexOf(name)] ?? null;
      if (fits) return { path, show, id: called(":id"), place: called(":place") };
    }
    return null;
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
