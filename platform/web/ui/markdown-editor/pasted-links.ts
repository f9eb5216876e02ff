import { createContext } from 'react';

/** Finds the link that a pasted address becomes. Null: it stays as it is; a promise, because the title may have to be loaded. */
export type LinkOfAddress = (address: string) => Promise<{ readonly title: string; readonly href: string } | null> | null;

/** Which pasted addresses become links in the texts of this page. */
export const PastedLinksContext = createContext<LinkOfAddress>(() => null);
