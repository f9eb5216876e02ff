import { Store } from './store.ts';

/** Something that is on or off, remembered by this browser under a name. */
export class StoredSwitch extends Store<boolean> {
  readonly #name: string;

  constructor(name: string, initial: boolean) {
    super(read(name) ?? initial);
    this.#name = name;
  }

  readonly turn = (isOn: boolean): void => {
    this.show(isOn);
    try {
      localStorage.setItem(this.#name, isOn ? 'on' : 'off');
    } catch {
      // Then it holds until the page is closed.
    }
  };
}

function read(name: string): boolean | null {
  try {
    const stored = localStorage.getItem(name);
    return stored === null ? null : stored !== 'off';
  } catch {
    return null;
  }
}
