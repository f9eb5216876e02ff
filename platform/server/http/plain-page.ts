const STYLE = `
  :root { color-scheme: light dark; --text: #1a1b1e; --soft: #495057; --page: #f8f9fa; --card: #ffffff; --line: #868e96; --accent: #1864ab;
    --accent-text: #ffffff; --wrong: #a61e1e; --wrong-page: #fff0f0; }
  @media (prefers-color-scheme: dark) {
    :root { --text: #f1f3f5; --soft: #ced4da; --page: #1a1b1e; --card: #25262b; --line: #909296; --accent: #74c0fc;
      --accent-text: #10243a; --wrong: #ffa8a8; --wrong-page: #3b1c1c; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; padding: .75rem; background: var(--page); color: var(--text);
    font: 16px/1.45 system-ui, sans-serif; display: grid; place-items: center; }
  main { width: 100%; max-width: 28rem; padding: 1rem 1.25rem 1.25rem; background: var(--card); border-radius: .5rem; }
  h1 { margin: 0 0 .25rem; font-size: 1.35rem; }
  p { margin: 0 0 .5rem; color: var(--soft); }
  label { display: block; margin-top: .5rem; font-weight: 600; }
  input { width: 100%; margin-top: .2rem; padding: .35rem .5rem; font: inherit; color: inherit; background: transparent;
    border: 1px solid var(--line); border-radius: .25rem; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
  small { display: block; margin-top: .2rem; color: var(--soft); }
  button, .way { display: block; width: 100%; margin-top: 1rem; text-align: center; text-decoration: none; padding: .5rem; font: inherit; font-weight: 600; color: var(--accent-text);
    background: var(--accent); border: 0; border-radius: .25rem; cursor: pointer; }
  form > button { position: sticky; bottom: .75rem; }
  .or { margin: 1rem 0 0; text-align: center; }
  .or ~ form button { color: var(--text); background: transparent; border: 1px solid var(--line); }
  button[hidden] { display: none; }
  .second { color: var(--text); background: transparent; border: 1px solid var(--line); }
  button[aria-disabled='true'] { opacity: .75; cursor: default; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  a:not(.way) { color: var(--accent); }
  [role='alert']:empty { display: none; }
  [role='alert'] { margin: .75rem 0; padding: .4rem .75rem; color: var(--wrong); background: var(--wrong-page);
    border-left: 4px solid var(--wrong); border-radius: .25rem; }
`;

/**
 * A page of the server itself, which needs none of the built pages. Escape values that come from outside.
 *
 * @param script Name of a script below `/api/login/`; null: none
 */
export function plainPage(title: string, body: string, script: string | null): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Lessonwright</title>
<style>${STYLE}</style>
${script === null ? '' : `<script type="module" src="/api/login/${script}"></script>\n`}</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

/** Text inside HTML, or inside the quotes of an attribute. */
export function escapeHtml(text: string): string {
  const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '');
}
