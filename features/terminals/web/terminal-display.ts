import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { shownLines } from './shown-lines.ts';
import type { Display } from './terminal-session.ts';
import { TERMINAL_THEMES } from './terminal-theme.ts';

const SCROLLBACK_LINES = 10_000;
const LEAST = { columns: 20, rows: 4 };
const MOST = { columns: 500, rows: 300 };

interface Events {
  onType: (bytes: Uint8Array) => void;
  onResize: () => void;
  /** The shortcut for leaving the terminal was pressed. */
  onLeave: () => void;
}

/** xterm with this product's settings. */
export class TerminalDisplay implements Display {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #observer: ResizeObserver;

  constructor(host: HTMLElement, scheme: 'light' | 'dark', events: Events) {
    const style = getComputedStyle(host);
    this.#terminal = new Terminal({
      fontFamily: style.fontFamily,
      fontSize: 13,
      lineHeight: 1.2,
      scrollback: SCROLLBACK_LINES,
      theme: TERMINAL_THEMES[scheme],
      minimumContrastRatio: 4.5,
      cursorBlink: false,
      macOptionIsMeta: true,
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.open(host);
    this.#fitIn();
    const encoder = new TextEncoder();
    this.#terminal.onData((text) => events.onType(encoder.encode(text)));
    this.#terminal.onBinary((text) => events.onType(Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)));
    this.#terminal.onResize(() => events.onResize());
    this.#terminal.attachCustomKeyEventHandler((event) => this.#handleKey(event, events));
    this.#observer = new ResizeObserver(() => this.#fitIn());
    this.#observer.observe(host);
  }

  write(bytes: Uint8Array, drawn: () => void): void {
    this.#terminal.write(bytes, drawn);
  }

  reset(): void {
    this.#terminal.reset();
  }

  size(): { columns: number; rows: number } {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  lines(): string[] {
    return shownLines(this.#terminal.buffer.normal);
  }

  focus(): void {
    this.#terminal.focus();
  }

  set scheme(scheme: 'light' | 'dark') {
    this.#terminal.options.theme = TERMINAL_THEMES[scheme];
  }

  /** Also provides the content as text, for screen readers. */
  set isForScreenReaders(isOn: boolean) {
    this.#terminal.options.screenReaderMode = isOn;
  }

  set canType(canType: boolean) {
    this.#terminal.options.disableStdin = !canType;
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#terminal.dispose();
  }

  #fitIn(): void {
    const proposed = this.#fit.proposeDimensions();
    // A hidden tab has no size; the terminal keeps its previous one.
    if (!proposed || !Number.isFinite(proposed.cols) || !Number.isFinite(proposed.rows)) return;
    const columns = Math.min(Math.max(proposed.cols, LEAST.columns), MOST.columns);
    const rows = Math.min(Math.max(proposed.rows, LEAST.rows), MOST.rows);
    if (columns !== this.#terminal.cols || rows !== this.#terminal.rows) this.#terminal.resize(columns, rows);
  }

  /** Returns whether the terminal itself handles the key. */
  #handleKey(event: KeyboardEvent, { onLeave }: Events): boolean {
    if (!event.ctrlKey || !event.shiftKey || event.altKey || event.metaKey) return true;
    switch (event.code) {
      case 'KeyC':
        event.preventDefault();
        if (event.type === 'keydown') void navigator.clipboard.writeText(this.#terminal.getSelection());
        return false;
      case 'KeyV':
        // The browser handles the paste.
        return false;
      case 'Escape':
      case 'ArrowDown':
        event.preventDefault();
        if (event.type === 'keydown') onLeave();
        return false;
      default:
        return true;
    }
  }
}
