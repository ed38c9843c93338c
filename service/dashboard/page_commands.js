// What the page that is shown can do, for the palette: a page offers it for as long as it is shown.
let offered = () => [];

// `list` gives { name, hint, run } each.
export function offerCommands(list, signal) {
  offered = list;
  signal.addEventListener("abort", () => {
    if (offered === list) offered = () => [];
  });
}

export const pageCommands = () => offered();
