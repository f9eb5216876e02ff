/** What a menu shows before anything is chosen. Its last sign, which is not seen, keeps the dots at their end in a lesson that is read from right to left. */
export const CHOOSE = 'Choose…\u200E';
