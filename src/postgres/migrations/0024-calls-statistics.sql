-- Nearly no row has a call under way, but the planner cannot see into the state: without figures of its own it
-- takes almost every row for one that has, and reads the whole table wherever it was not vacuumed just now.
create statistics payment_calls on (state -> 'calls') from payment;
create statistics tokenization_calls on (state -> 'calls') from tokenization;
