-- Since when a merge keeps a release closed; null: it is open, or was reopened.
alter table releases add column closed_at timestamptz;

-- Releases that were merged before: those in which nothing was written since that main never had. The others are in use.
update releases r set closed_at = now()
  where not r.is_main and r.drafts_of is null
    and (select p.state from pull_requests p where p.release_id = r.id order by p.id desc limit 1) = 'merged'
    and not exists (
      select from lessons l where l.release_id = r.id and l.deleted_at is null
        and not exists (select from published_states s where s.content_hash = l.content_hash)
    );
