/** Name that browsers give to a pasted picture. */
const CLIPBOARD_NAME = /^image\.\w+$/i;

export function isNameless(name: string): boolean {
  return name === '' || CLIPBOARD_NAME.test(name);
}

/** `pasted-2026-11-21-1.png`: the day and the first number not in `taken`, ignoring case. */
export function pastedName(day: Date, type: string, taken: Iterable<string>): string {
  const names = new Set([...taken].map((name) => name.toLowerCase()));
  const date = [day.getFullYear(), String(day.getMonth() + 1).padStart(2, '0'), String(day.getDate()).padStart(2, '0')].join('-');
  const extension = type === 'image/jpeg' ? 'jpg' : (/^image\/(\w+)/.exec(type)?.[1] ?? 'png');
  for (let number = 1; ; number++) {
    const name = `pasted-${date}-${number}.${extension}`;
    if (!names.has(name)) return name;
  }
}

/** Alt text suggested by a file name: `sales-chart_2.png` gives `sales chart 2`. */
export function altFromName(name: string): string {
  return name
    .replace(/\.\w+$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();
}
