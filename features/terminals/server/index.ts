export type { TerminalVerdict } from './check-terminal.ts';
export { GuestTerminals } from './guest-terminals.ts';
export { terminalHandlers } from './routes.ts';
