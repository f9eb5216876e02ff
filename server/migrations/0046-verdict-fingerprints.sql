-- Of everything that the verdict depends on. A verdict without one, or with another than today's, says nothing.
alter table screen_gates add column fingerprint text;
