import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePorts } from '../ports.ts';
import { answered, type Engine } from './engine.ts';

/** The key of an element in answers: https://www.w3.org/TR/webdriver2/#elements */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Runs in the page. */
const centreOf = `(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
}`;

const ctrl = '\uE009';

/** WebKitGTK, the engine of Safari, by WebDriver; it has no window of its own, so a display is drawn in memory. */
export async function startWebKit(): Promise<Engine> {
  const [port = 0] = await freePorts(1);
  const args = ['-a', '-s', '-screen 0 1366x860x24', 'WebKitWebDriver', `--port=${port}`];
  const driver = spawn('xvfb-run', args, { stdio: 'ignore', detached: true });
  const exit = once(driver, 'exit');
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: any };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await answered(
    () => call('GET', '/status'),
    () => driver.exitCode !== null,
  );
  const { sessionId, capabilities } = await call('POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/window/rect`, { width: 1366, height: 860 });
  const run = (expression: string) =>
    call('POST', `${session}/execute/sync`, { script: `return (${expression});`, args: [] });
  const at = async (found: string) => `${session}/element/${(await run(found))[elementKey]}`;
  const type = async (found: string, text: string) => void (await call('POST', `${await at(found)}/value`, { text }));
  const act = (device: string, actions: object[]) =>
    call('POST', `${session}/actions`, { actions: [{ type: device, id: device, actions }] });
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    goTo: (url) => call('POST', `${session}/url`, { url }),
    evaluate: run,
    click: async (found) => {
      // Not by the element: the driver refuses to press what lies under something else.
      const centre = () => run(`(${centreOf})(${found})`) as Promise<[number, number]>;
      let [x, y] = await centre();
      // A list that has just opened is still put into its place.
      for (;;) {
        const [nextX, nextY] = await centre();
        if (nextX === x && nextY === y) break;
        [x, y] = [nextX, nextY];
      }
      await act('pointer', [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    type,
    choose: type,
    ctrl: (key) =>
      act('key', [
        { type: 'keyDown', value: ctrl },
        { type: 'keyDown', value: key },
        { type: 'keyUp', value: key },
        { type: 'keyUp', value: ctrl },
      ]),
    close: async () => {
      await call('DELETE', session).catch(() => undefined);
      if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid);
      await exit;
    },
  };
}
