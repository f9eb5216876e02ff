import { dataFileNameOf, leadsTo, lessonLinkOf } from '#platform/content/lesson-link.ts';

/** What the texts of an exported lesson can link to. */
export interface Linked {
  /** The lessons that are exported together, and the folders that they have. */
  readonly lessons: readonly { readonly uuid: string; readonly sequence: number; readonly folder: string }[];
  /** The names of the data files beside the document. */
  readonly files: readonly string[];
}

export const NOTHING_LINKED: Linked = { lessons: [], files: [] };

const LINK = /\]\(((?:\.\.\/|lesson:)[^()\s]+)(?=[)\s])/g;

/**
 * A text whose links lead to the documents of other lessons, and to the data files beside its own document. Links to what isn't
 * exported stay as they are.
 * @param ending of documents: `md`
 */
export function withLinks(text: string, { lessons, files }: Linked, ending: string): string {
  return text.replace(LINK, (whole: string, address: string) => {
    const link = lessonLinkOf(address);
    const lesson = link && lessons.find((each) => leadsTo(link, each));
    if (lesson) return `](../${lesson.folder}/${lesson.folder}.${ending}`;
    const file = dataFileNameOf(address);
    return file !== null && files.includes(file) ? `](${fileAddress(file)}` : whole;
  });
}

/** The name of a file, which may have folders, as an address in HTML or Markdown. */
export function fileAddress(name: string): string {
  return name
    .split('/')
    .map((step) => encodeURIComponent(step).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`))
    .join('/');
}
