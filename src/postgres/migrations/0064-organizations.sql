-- functions: 255a12d547fbc53320a6dc75167b2fa2864a6194201c9d4a01e99b6f638e16df
-- Which organization a card is of, beside the state that says so: payments are counted by it, and to open a
-- hundred thousand states for that takes half a second. Those written before are read from their states.
alter table payment add column organization text;
