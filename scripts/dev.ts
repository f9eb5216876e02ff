import { spawn, type ChildProcess } from 'node:child_process';

/** `npm run dev`: the server, started anew on every change of its files, beside Vite, which serves the pages and passes calls on. */
const ADDRESS = 'http://localhost:5173';

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
    stdio: 'inherit',
    // Calls arrive with the address of the page, which is Vite's.
    env: { LESSONWRIGHT_PUBLIC_URL: ADDRESS, ...process.env },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' }),
];

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}

for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
for (const child of children) child.once('exit', stop);
console.log(`Open ${ADDRESS}`);
