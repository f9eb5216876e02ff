-- Of everything that the verdict depends on. A verdict without one, or with another than today's, says nothing.
alter table screen_gates add column fingerprint text;

-- Whether the rows of the answer's query aren't settled by the data: it takes some of several that are equal for its order.
alter table screen_gates add column has_unsettled_rows boolean not null default false;
