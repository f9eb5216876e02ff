/** Props of fields whose text phones and browsers must not change. */
export const NOT_CORRECTED = { autoComplete: 'off', autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false } as const;
