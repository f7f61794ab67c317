import type { Engine } from './engine.ts';
import { found, type Kind } from './find.ts';
import type { Step } from './main-tasks.ts';

const withinMs = 20_000;

const isReady = `document.documentElement.dataset.ready !== undefined && (!document.body.hasAttribute('data-fragment') ||
  document.querySelector('[role=dialog] [data-view][data-ready]') !== null)`;

/** Somebody at a browser: waits for what is looked for, as people do. */
export function personIn(engine: Engine, office: string) {
  const until = async (expression: string, what: string) => {
    const end = Date.now() + withinMs;
    // While a page is being left, nothing can be asked of it.
    while (!(await engine.evaluate<boolean>(expression).catch(() => false))) {
      if (Date.now() > end) throw new Error(`${what} did not come: ${await shownText(engine)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const find = async (kind: Kind, name: string) => {
    const expression = found(kind, name);
    await until(`${isReady} && ${expression} !== null`, `“${name}”`);
    return expression;
  };
  const fill = async (name: string, text: string) => {
    await engine.click(await find('field', name));
    // A selector is replaced by the library's when it is first touched.
    const field = await find('field', name);
    await engine.evaluate('document.activeElement?.select?.() ?? null');
    await engine.type(field, text);
  };
  const pasteAt = async (cell: string, text: string) => {
    await engine.evaluate(`(${copyField})(${JSON.stringify(text)})`);
    await engine.ctrl('c');
    await engine.evaluate(`(${await find('cell', cell)}).focus()`);
    await engine.ctrl('v');
  };
  const leave = async () => {
    await engine.click(`document.querySelector('nav a')`);
    await until(`document.querySelector('dialog[open], [role=dialog]') === null`, 'the end of the dialog');
  };
  const doStep = async (step: Step) => {
    if ('fill' in step) return fill(step.fill, step.with);
    if ('pasteAt' in step) return pasteAt(step.pasteAt, step.text);
    if ('leave' in step) return leave();
    if ('choose' in step) return engine.choose(await find('field', step.choose), step.file);
    if ('press' in step) return engine.click(await find('act', step.press));
    // By the space bar: where a box is drawn over the browser's own, a press does not reach that.
    if ('tick' in step) return engine.type(await find('field', step.tick), ' ');
    return until(`document.body.innerText.includes(${JSON.stringify(step.see)})`, `“${step.see}”`);
  };
  return {
    does: async (at: string, steps: readonly Step[]) => {
      await engine.goTo(office + at);
      await until(isReady, at);
      for (const step of steps) await doStep(step);
    },
  };
}

/** Runs in the page: selects a text as if it stood in a field of another. */
const copyField = `(text) => {
  const field = document.body.appendChild(document.createElement('textarea'));
  field.value = text;
  field.select();
  field.addEventListener('blur', () => field.remove());
}`;

const shownText = (engine: Engine) =>
  engine.evaluate<string>(`location.pathname + ' ' + document.body.innerText.slice(-400)`).catch(String);
