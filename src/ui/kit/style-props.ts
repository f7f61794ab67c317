type Classes = Readonly<Record<string, string | undefined>>;

/** Which properties of a part of the kit say how it looks; all others are its element's. */
export interface StyleProps {
  /** The class of what is only so or not, by property. */
  flags: Classes;
  /** What a part reads itself. */
  read: ReadonlySet<string>;
}

/**
 * The classes of the flags that are set, and the properties of the element. In one pass: a list draws hundreds of parts, and
 * taking a dozen properties out of an object by their names costs three times as much.
 */
export function apart(
  { flags, read }: StyleProps,
  props: object,
): { classes: string[]; others: Record<string, unknown> } {
  const classes: string[] = [];
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    const flag = flags[name];
    if (flag === undefined) {
      if (!read.has(name)) others[name] = value;
    } else if (value === true) classes.push(flag);
  }
  return { classes, others };
}
