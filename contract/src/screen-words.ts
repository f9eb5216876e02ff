/** Labels of screen types. Separate from their schemas, so that a page shows them without zod. */
export const SCREEN_TYPES = { text: 'Text', code: 'Code', takeaways: 'Takeaways' } as const;
