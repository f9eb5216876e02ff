/** What a person reads for the types of screens. Apart from their schemas, so that a page shows them without zod. */
export const SCREEN_TYPES = { text: 'Text', code: 'Code', takeaways: 'Takeaways' } as const;
