// Commands of the page that is shown, for the palette: a page offers them for as long as it is shown.
let offered = () => [];

// `list` gives { name, hint, run } each.
export function offerCommands(list, signal) {
  offered = list;
  signal.addEventListener("abort", () => {
    if (offered === list) offered = () => [];
  });
}

export const pageCommands = () => offered();
