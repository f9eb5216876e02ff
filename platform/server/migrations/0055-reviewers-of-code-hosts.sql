-- The account on the code host that gave a review or opened a pull request, by its id there; null: given here, or from before.
alter table pull_request_reviews add column host_user text;
alter table pull_requests add column opened_by_host_user text;
