-- Named views of lists and searches: the parameters of a page's address under a name. They replace the saved searches, whose queries become
-- addresses. A server of an earlier version still reads the table of searches, so a later version drops it.
create table saved_views (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  page text not null,
  name text not null,
  filters jsonb not null,
  -- With everyone in the team.
  is_shared boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (user_id, page, lower(name));
create index saved_views_shared on saved_views (id) where is_shared;

insert into saved_views (user_id, page, name, filters, created_at)
select user_id, 'search', name, jsonb_strip_nulls(jsonb_build_object(
    'q', query ->> 'text',
    'regex', case query ->> 'mode' when 'regex' then 'true' end,
    'word', case query ->> 'whole_word' when 'true' then 'true' end,
    'case', case query ->> 'match_case' when 'true' then 'true' end,
    'latest', case query ->> 'latest' when 'true' then 'true' end,
    'kinds', (select string_agg(each, ',') from jsonb_array_elements_text(query -> 'kinds') as each),
    'languages', (select string_agg(each, ',') from jsonb_array_elements_text(query -> 'languages') as each),
    'types', (select string_agg(each, ',') from jsonb_array_elements_text(query -> 'screen_types') as each),
    'authors', (select string_agg(each, '|') from jsonb_array_elements_text(query -> 'authors') as each),
    'releases', (select string_agg(each, ',') from jsonb_array_elements_text(query -> 'releases') as each),
    'statuses', (select string_agg(each, ',') from jsonb_array_elements_text(query -> 'statuses') as each),
    'lessons', (select string_agg(each, ',') from jsonb_array_elements_text(query -> 'lessons') as each)
  )), created_at
from saved_searches;

drop index saved_searches_name;
