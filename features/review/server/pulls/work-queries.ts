import { sql } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';

/** An open pull request that waits for a user, and why. */
export interface WaitingPull {
  readonly release_id: number;
  readonly release_name: string;
  readonly title: string;
  /** `review`: they are asked. `unassigned`: nobody is. `changes`, `approved`: theirs, with this verdict. */
  readonly why: 'review' | 'unassigned' | 'changes' | 'approved';
  /** Who asks: the name of a user, or of who opened it. */
  readonly by: string;
  readonly since: Date;
}

/** The open pull requests that wait for a user, oldest first. */
export async function listWaitingPulls(handle: Handle, userId: number): Promise<WaitingPull[]> {
  const { rows } = await sql<WaitingPull>`
    select p.release_id, r.name as release_name, p.title,
      case when q.user_id is not null then 'review'
        when p.opened_by = ${userId} and p.status = 'Changes requested' then 'changes'
        when p.opened_by = ${userId} then 'approved'
        else 'unassigned' end as why,
      case when p.opened_by = ${userId} then coalesce(last.by_name, p.opened_by_name)
        else coalesce(asker.name, asker.email, p.opened_by_name) end as by,
      case when q.user_id is not null then q.asked_at when p.opened_by = ${userId} then coalesce(last.created_at, p.opened_at)
        else p.opened_at end as since
    from pull_requests p
    join releases r on r.id = p.release_id
    left join review_requests q on q.pull_request_id = p.id and q.user_id = ${userId} and q.settled_at is null
    left join users asker on asker.id = q.asked_by
    left join lateral (
      select by_name, created_at from pull_request_reviews
      where pull_request_id = p.id and verdict <> 'comment' order by created_at desc, id desc limit 1
    ) last on true
    where p.state = 'open' and (
      q.user_id is not null
      or (p.opened_by = ${userId} and p.status in ('Changes requested', 'Approved'))
      or (p.opened_by is distinct from ${userId} and p.status = 'In review'
        and not exists (select from review_requests other where other.pull_request_id = p.id)
        and not exists (select from pull_request_reviews v where v.pull_request_id = p.id and v.user_id = ${userId}))
    )
    order by since, p.id`.execute(handle);
  return rows;
}
