-- A build is outdated once something else would be installed. Checks are part of every environment, so changing them outdates nothing.
alter table builds drop column wanted_hash;
