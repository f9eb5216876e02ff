import { judgeProposal } from '../rules/judge-proposal.ts';

export { judgeProposal };

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    judgeProposal: typeof judgeProposal;
  }
}
