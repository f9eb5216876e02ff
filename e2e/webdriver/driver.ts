/** A key or the pointer, and what it does, as WebDriver and WebDriver BiDi write it alike. */
export type InputSource =
  | { type: 'key'; id: string; actions: ({ type: 'keyDown' | 'keyUp'; value: string } | { type: 'pause'; duration: number })[] }
  | {
      type: 'pointer';
      id: string;
      parameters: { pointerType: 'mouse' };
      actions: (
        | { type: 'pointerMove'; x: number; y: number; duration: number }
        | { type: 'pointerDown' | 'pointerUp'; button: 0 }
        | { type: 'pause'; duration: number }
      )[];
    };

/** What the journeys need of a browser. It has one profile, and shows one window or frame of it at a time. */
export interface Driver {
  /** Whether pages get the picture of the clipboard. */
  readonly pastesPictures: boolean;
  /** What pages did against their security policy, where the browser reports that to its driver. */
  readonly violations: string[];
  /** Loads an address in the current window, and returns once it is loaded. */
  open: (url: string) => Promise<void>;
  /** Runs the source of a function in the current window or frame. Its arguments and its result are JSON. */
  run: (source: string, values: readonly unknown[]) => Promise<unknown>;
  perform: (sources: readonly InputSource[]) => Promise<void>;
  /** All windows, by names of the driver. */
  windows: () => Promise<string[]>;
  /** Goes to a window. */
  show: (window: string) => Promise<void>;
  /** Goes into a frame of the current window or frame. */
  enter: (frame: string) => Promise<void>;
  /** A PNG of the current window. */
  screenshot: () => Promise<Buffer>;
  /** Ends the browser. */
  end: () => Promise<void>;
}
