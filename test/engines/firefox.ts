import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from '../ports.ts';
import { answered, type Engine } from './engine.ts';

interface Reply {
  id?: number;
  result?: Record<string, any>;
  error?: string;
  message?: string;
}

/** Firefox by WebDriver BiDi, which it speaks itself: https://w3c.github.io/webdriver-bidi/ */
export async function startFirefox(): Promise<Engine> {
  const [port = 0] = await freePorts(1);
  const profile = await mkdtemp(path.join(os.tmpdir(), 'firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`, 'about:blank'];
  const browser = spawn('firefox-esr', args, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const exit = once(browser, 'exit');
  const socket = await answered(
    () => connect(`ws://127.0.0.1:${port}/session`),
    () => browser.exitCode !== null,
  );
  const call = callsOver(socket);
  const { capabilities } = await call('session.new', { capabilities: {} });
  const { contexts } = await call('browsingContext.getTree', {});
  const context = contexts[0].context;
  await call('browsingContext.setViewport', { context, viewport: { width: 1366, height: 860 } });

  const evaluate = async (expression: string) => {
    const given = { expression, target: { context }, awaitPromise: true, resultOwnership: 'root' };
    const { result, exceptionDetails } = await call('script.evaluate', given);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };
  const elementOf = async (found: string) => {
    const { sharedId } = await evaluate(found);
    return { type: 'element', element: { sharedId } };
  };
  const press = (actions: object[]) => call('input.performActions', { context, actions });
  const click = async (found: string) => {
    const origin = await elementOf(found);
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await press([{ type: 'pointer', id: 'mouse', actions }]);
  };
  return {
    name: `Firefox ${capabilities['browserVersion']}`,
    goTo: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async <T>(expression: string) => JSON.parse((await evaluate(`JSON.stringify(${expression})`)).value) as T,
    click,
    type: async (found, text) => {
      await evaluate(`(${found}).focus()`);
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await press([{ type: 'key', id: 'keys', actions }]);
    },
    choose: async (found, file) => {
      const { element } = await elementOf(found);
      await call('input.setFiles', { context, element, files: [file] });
    },
    close: async () => {
      socket.close();
      browser.kill();
      await exit;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`Nothing answers at ${url}.`)), { once: true });
  });
  return socket;
}

function callsOver(socket: WebSocket) {
  const open = new Map<number, { resolve: (result: Record<string, any>) => void; reject: (error: Error) => void }>();
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, error, message } = JSON.parse(String(data)) as Reply;
    const waiter = open.get(id);
    open.delete(id);
    if (error) waiter?.reject(new Error(`${error}: ${message}`));
    else waiter?.resolve(result ?? {});
  });
  let last = 0;
  return (method: string, params: object): Promise<Record<string, any>> => {
    last += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, any>>();
    open.set(last, { resolve, reject });
    socket.send(JSON.stringify({ id: last, method, params }));
    return promise;
  };
}
