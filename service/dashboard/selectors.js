// The selector of an element: the words by which a touch finds it again.
const kinds = {
  Button: "button", MenuButton: "button", PopUpButton: "button", RadioButton: "button",
  ToolbarButton: "button", Switch: "switch", Toggle: "switch", CheckBox: "checkbox",
  SearchField: "search field", SecureTextField: "password field", TextField: "text field",
  TextView: "text view", Link: "link", Cell: "cell", Icon: "icon", Slider: "slider", Image: "image",
  StaticText: "text", MenuItem: "menu item", Key: "key", Picker: "picker", PickerWheel: "picker",
  DatePicker: "picker", Stepper: "stepper", Alert: "alert", Sheet: "alert",
};
const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
                  "ninth", "tenth"];

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const quoted = (text) => (text.includes('"') ? `“${text}”` : `"${text}"`);
const downwards = (a, b) => a.y - b.y || a.x - b.x;

// Null where no words tell it from the others.
export function selectorOf(element, elements) {
  const { label, identifier } = element;
  const kind = kinds[element.type];
  const ofKind = (each) => !kind || kinds[each.type] === kind;
  const alone = (found) => found.length === 1;
  const named = label ? elements.filter((each) => folded(each.label) === folded(label)) : elements;
  if (label && alone(named)) return quoted(label);
  if (label && kind && alone(named.filter(ofKind))) return `${quoted(label)} ${kind}`;
  if (identifier && alone(elements.filter((each) => each.identifier === identifier))) return quoted(identifier);
  if (!kind) return null;
  const row = named.filter(ofKind).sort(downwards);
  const number = ordinals[row.indexOf(element)];
  if (!number) return null;
  return ["the", number, label && quoted(label), kind, "from the top"].filter(Boolean).join(" ");
}
