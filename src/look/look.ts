/**
 * One colour, one type scale, for every page of ours: light, and dark where a device asks for it. What a page
 * is made of takes its colours from here and from nowhere else.
 */
export const look = `:root{color-scheme:light dark;--ink:#16202c;--soft:#56616e;--line:#dfe4ea;--field:#7a8694;
--paper:#fff;--ground:#f4f6f8;--tint:#e9f2f2;--accent:#0c5f63;--accent-soft:#8fc3c2;--on-accent:#fff;--good:#13693c;
--good-tint:#e4f4ea;--bad:#a32018;--bad-tint:#fdeceb;--calm:#5b5210;--calm-tint:#fbf4d4;
--get:#0a5a9c;--post:#0f6b3a;--put:#8a4b00;--patch:#6b3fa0;--delete:#a02020;--bar:#0c5f63;
--small:.8125rem;--text:.9375rem;--large:1.125rem;--title:1.5rem;--figure:1.75rem;--round:10px;
--sans:Inter,system-ui,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;
--mono:ui-monospace,'Cascadia Mono',Menlo,monospace;font:1rem/1.5 var(--sans);font-feature-settings:'calt','kern'}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#a6b1bd;--line:#2a3540;--field:#7f8c99;
--paper:#161f28;--ground:#0d141b;--tint:#1a2b31;--accent:#63c7c4;--accent-soft:#2b6f70;--on-accent:#04211f;--good:#7fd6a4;
--good-tint:#14301f;--bad:#ff9d95;--bad-tint:#3a1a18;--calm:#e6d680;--calm-tint:#2f2a10;
--get:#7db9f0;--post:#6fd49c;--put:#f0b36a;--patch:#c5a5f0;--delete:#f09090;--bar:#0b3a3d}}
`
