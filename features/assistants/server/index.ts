export { registerMcp } from './mcp.ts';
export { assistantHandlers } from './routes.ts';
