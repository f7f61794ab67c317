// What a local part may have without quotes, as RFC 5322 has it. Quoted ones are refused: nobody has one, and they may hide
// a second address.
const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
// With at least two labels, in any script.
const domain =
  /^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)+$/u;

/** The longest address that can be sent to (RFC 5321). */
export const longestAddress = 254;

/** Whether a text is one mail address and nothing else: no name, no second address, no line break that would be a header. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return (
    at > 0 &&
    text.length <= longestAddress &&
    at <= 64 &&
    local.test(text.slice(0, at)) &&
    domain.test(text.slice(at + 1))
  );
}

/** An address with the name that goes with it, if it has one. */
export interface NamedAddress {
  readonly name: string;
  readonly address: string;
}

/** Reads `name@host` or `Name <name@host>`; undefined if it is neither. */
export function readNamedAddress(text: string): NamedAddress | undefined {
  const [, name = '', within] = /^([^<>"]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = within ?? text.trim();
  return isMailAddress(address) && !/\p{Cc}/u.test(name) ? { name: name.trim(), address } : undefined;
}
