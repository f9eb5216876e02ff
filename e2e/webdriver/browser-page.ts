import type { Driver, InputSource } from './driver.ts';
import { look, toWire, type GuardedWindow, type Seen, type Target } from './look.ts';

/** Generous, as in playwright.config.ts: a limit only ends what hangs. */
const LIMIT_MS = 240_000;

/** Keys that write nothing, as WebDriver numbers them. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE006',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/** What a person does at a browser, through whatever drives it. Each step waits until it can be done, as people do. */
export class BrowserPage {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  open(url: string): Promise<void> {
    return this.#driver.open(url);
  }

  /** Waits until what is meant is shown, and `isRight` of it. */
  async see(target: Target, isRight: (seen: Seen) => boolean = () => true): Promise<Seen> {
    return this.#until(`see ${describe(target)}`, target, 'looking', (seen) => seen.count > 0 && isRight(seen));
  }

  /** Waits until it contains a text. */
  async seeText(target: Target, text: string): Promise<void> {
    await this.see({ ...target, text });
  }

  async seeGone(target: Target): Promise<void> {
    await this.#until(`no longer see ${describe(target)}`, target, 'looking', ({ count }) => count === 0);
  }

  async click(target: Target): Promise<void> {
    for (let hasMissed = true; hasMissed;) {
      const { x, y } = await this.#middle(target, 'clicking');
      await this.#pointer([{ type: 'pointerMove', x, y, duration: 0 }, PRESS, RELEASE]);
      hasMissed = await this.run(() => (window as GuardedWindow).clickGuard?.hasMissed === true).catch(() => false);
    }
  }

  /** Presses keys together, like `Control+Shift+Enter`. */
  async press(keys: string): Promise<void> {
    const values = keys.split('+').map((key) => KEYS[key] ?? key);
    const down = values.map((value) => ({ type: 'keyDown', value }) as const);
    const up = values.toReversed().map((value) => ({ type: 'keyUp', value }) as const);
    await this.#driver.perform([{ type: 'key', id: 'keyboard', actions: [...down, ...up] }]);
  }

  /** Types key by key where the focus is. */
  async type(text: string): Promise<void> {
    const signs = Array.from(text, (sign) => (sign === '\n' ? '\uE006' : sign));
    const actions = signs.flatMap((value) => [{ type: 'keyDown', value } as const, { type: 'keyUp', value } as const]);
    await this.#driver.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  /** Replaces the text of a field or an editor. */
  async replace(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.see(target, ({ isFocused }) => isFocused);
    await this.press('Control+a');
    await this.type(text);
  }

  /** Drags by pointer, from the middle of one element to that of another. */
  async drag(from: Target, to: Target): Promise<void> {
    const start = await this.#middle(from);
    const end = await this.#middle(to);
    await this.#pointer([
      { type: 'pointerMove', ...start, duration: 0 },
      PRESS,
      { type: 'pointerMove', x: end.x, y: Math.round((start.y + end.y) / 2), duration: 50 },
      { type: 'pointerMove', ...end, duration: 50 },
      RELEASE,
    ]);
  }

  /** Pastes a picture, where the browser can from the clipboard. Only a key of a person may put it there. */
  async pastePicture(target: Target, png: Buffer): Promise<void> {
    if (!this.#driver.pastesPictures) return this.#dispatch('paste', target, 'image.png', png);
    await this.run(copyAtNextKey, png.toString('base64'));
    await this.press('Shift');
    await this.run(() => (window as CopyingWindow).copied);
    await this.press('Control+v');
  }

  /** Drops a file on an element as browsers do. WebDriver can't drag anything from a desktop. */
  drop(target: Target, name: string, bytes: Buffer): Promise<void> {
    return this.#dispatch('drop', target, name, bytes);
  }

  async #dispatch(kind: 'paste' | 'drop', target: Target, name: string, bytes: Buffer): Promise<void> {
    const { x, y } = await this.#middle(target);
    await this.run(dispatchFile, kind, x, y, name, bytes.toString('base64'));
  }

  /** Opens a window by `open`, does something in it that closes it, and returns to the first one. */
  async inPopup(open: () => Promise<void>, act: () => Promise<void>): Promise<void> {
    const [opener = ''] = await this.#driver.windows();
    await open();
    const popup = await this.#poll('see a second window', async () => (await this.#driver.windows()).find((window) => window !== opener));
    await this.#driver.show(popup);
    await act();
    await this.#poll('see it close', async () => ((await this.#driver.windows()).includes(popup) ? undefined : true));
    await this.#driver.show(opener);
  }

  /** Does something in a frame. */
  async inFrame(css: string, act: () => Promise<void>): Promise<void> {
    await this.see({ css });
    const [window = ''] = await this.#driver.windows();
    await this.#driver.enter(css);
    await act();
    await this.#driver.show(window);
  }

  /** Runs a function in the page. It must not use anything from outside; arguments and result are JSON. */
  async run<T, A extends readonly unknown[]>(script: (...values: A) => T, ...values: A): Promise<Awaited<T>> {
    return (await this.#driver.run(String(script), values)) as Awaited<T>;
  }

  screenshot(): Promise<Buffer> {
    return this.#driver.screenshot();
  }

  async #middle(target: Target, before: 'pressing' | 'clicking' = 'pressing'): Promise<{ x: number; y: number }> {
    const canBeClicked = ({ middle, isDisabled }: Seen) => middle !== null && !isDisabled;
    const { middle } = await this.#until(`reach ${describe(target)}`, target, before, canBeClicked);
    if (!middle) throw new Error(`${describe(target)} has moved.`);
    return middle;
  }

  async #pointer(actions: Extract<InputSource, { type: 'pointer' }>['actions']): Promise<void> {
    await this.#driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  #until(what: string, target: Target, before: 'looking' | 'pressing' | 'clicking', isRight: (seen: Seen) => boolean): Promise<Seen> {
    return this.#poll(what, async () => {
      const seen = await this.run(look, toWire(target), before);
      return isRight(seen) ? seen : undefined;
    });
  }

  /** Looks until it finds something. A page that is being left can't be looked at. */
  async #poll<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
    const end = Date.now() + LIMIT_MS;
    let problem: unknown;
    while (Date.now() < end) {
      const found = await find().catch((error: unknown) => {
        problem = error;
        return undefined;
      });
      if (found !== undefined) return found;
    }
    throw new Error(`Couldn’t ${what} within ${LIMIT_MS / 1000} s.`, { cause: problem });
  }
}

const PRESS = { type: 'pointerDown', button: 0 } as const;
const RELEASE = { type: 'pointerUp', button: 0 } as const;

function describe({ role, name, css, text, within }: Target): string {
  const words = [role, css, name === undefined ? undefined : `“${String(name)}”`, text === undefined ? undefined : `with “${text}”`];
  return words.filter((word) => word !== undefined).join(' ') + (within ? ` in ${describe(within)}` : '');
}

type CopyingWindow = Window & { copied?: Promise<void> };

function copyAtNextKey(base64: string): void {
  const picture = new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type: 'image/png' });
  const copy = () => {
    (window as CopyingWindow).copied = navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  };
  document.addEventListener('keydown', copy, { once: true, capture: true });
}

function dispatchFile(kind: 'paste' | 'drop', x: number, y: number, name: string, base64: string): void {
  const data = new DataTransfer();
  const type = name.endsWith('.png') ? 'image/png' : 'text/plain';
  data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type }));
  const at = { bubbles: true, cancelable: true, clientX: x, clientY: y };
  const target = document.elementFromPoint(x, y);
  if (kind === 'paste') target?.dispatchEvent(new ClipboardEvent('paste', { ...at, clipboardData: data }));
  else for (const step of ['dragenter', 'dragover', 'drop']) target?.dispatchEvent(new DragEvent(step, { ...at, dataTransfer: data }));
}
