import { parentPort } from 'node:worker_threads';
import { matchTexts, type MatchReply, type MatchRequest } from './match-texts.ts';

// The worker thread that looks for regular expressions.

parentPort?.on('message', (request: MatchRequest) => parentPort?.postMessage({ found: matchTexts(request) } satisfies MatchReply));
parentPort?.postMessage({ found: [] } satisfies MatchReply);
