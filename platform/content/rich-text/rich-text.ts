/** What pasted HTML says, apart from how the program that wrote it says it. Markdown is written from this. */

/** Marks of a text, as bits. `codeFont`: only its font says that it is code. */
export const MARK = { strike: 1, bold: 2, italic: 4, superscript: 8, subscript: 16, code: 32, codeFont: 64 } as const;

export type Inline =
  | { readonly type: 'text'; readonly text: string; readonly marks: number; readonly href: string | null }
  | { readonly type: 'break' }
  | { readonly type: 'math'; readonly tex: string; readonly isDisplay: boolean }
  | { readonly type: 'image'; readonly src: string; readonly alt: string }
  /** An image to be uploaded. They are in the order of the text. */
  | { readonly type: 'upload' };

export type Align = 'left' | 'center' | 'right' | null;

export interface TableCell {
  readonly content: readonly Inline[];
  readonly align: Align;
}

export interface ListBlock {
  readonly type: 'list';
  readonly isOrdered: boolean;
  readonly start: number;
  readonly items: readonly (readonly Block[])[];
}

export type Block =
  | { readonly type: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | ListBlock
  /** An item of a program that writes lists as paragraphs with a level. */
  | {
      readonly type: 'item';
      readonly level: number;
      readonly isOrdered: boolean;
      readonly start: number;
      readonly blocks: readonly Block[];
    }
  /** `isLine`: one line of a block, which the program wrote as a paragraph. */
  | { readonly type: 'code'; readonly language: string; readonly text: string; readonly isLine: boolean }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'box'; readonly kind: string; readonly blocks: readonly Block[] }
  | { readonly type: 'definitions'; readonly entries: readonly { readonly isTerm: boolean; readonly blocks: readonly Block[] }[] }
  | { readonly type: 'table'; readonly rows: readonly (readonly TableCell[])[] }
  | { readonly type: 'rule' };

/** What a paste leaves out, by kind. */
export interface Losses {
  images: number;
  footnotes: number;
  comments: number;
  embeds: number;
}
