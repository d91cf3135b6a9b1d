/**
 * What a member may be used for.
 *
 *   public     shown, kept and shared
 *   business   of a merchant or a provider: kept with the money, disguised for outsiders
 *   personal   says something about a person: gone after retention, not shown, not logged
 *   secret     proves something in somebody's name: the same
 *   card       a card, or what leads to one: the same
 */
export type DataClass = 'public' | 'business' | 'personal' | 'secret' | 'card'
