import type { enTools } from './en-tools.ts'

/** Pytania, zapisane widoki i narzędzia testowe, po polsku. */
export const plTools: typeof enTools = {
  confirm: {
    title: 'Czy wszystko się zgadza?',
    yes: 'Tak, zrób to',
    no: 'Nie, wróć',
  },
  views: {
    title: 'Zapisane widoki',
    name: 'Nazwa tego widoku',
    save: 'Zapisz ten widok',
    saveAbout: 'To, co teraz filtrujesz, tylko dla Ciebie. Ta sama nazwa zastępuje poprzedni.',
    remove: 'Usuń',
    removeAbout: 'Widok zniknie; płatności zostają.',
    bad: 'Widok ma nazwę od 1 do 60 znaków, a widoków jest najwyżej 20.',
  },
  picture: {
    title: 'Płatność na osi czasu',
    happened: 'stało się',
    ahead: 'stanie się samo',
  },
  happened: {
    'payment.pending': 'W toku',
    'payment.completed': 'Zakończona',
    'payment.rejected': 'Odrzucona',
    'payment.cancelled': 'Anulowana',
    'payment.settled': 'Rozliczona',
    'payment.error': 'Zatrzymana, sprawdza ją operator',
    'payment.capture_pending': 'Pobranie w toku',
    'payment.captured': 'Pobrano',
    'payment.capture_refused': 'Odmowa pobrania',
    'payment.adjustment_pending': 'Zmiana kwoty w toku',
    'payment.adjusted': 'Nowa kwota',
    'payment.withdrawn': 'Zmiana kwoty wycofana',
    'refund.pending': 'Zwrot w toku',
    'refund.completed': 'Zwrócono',
    'refund.rejected': 'Odmowa zwrotu',
  },
  deliveriesOf: {
    deliveries: 'Dostarczenia',
    next: 'Następna próba',
    retry: 'Spróbuj teraz',
    retried: 'Próbujemy jeszcze raz.',
    sent: 'Co wysłano',
    answered: 'Co odpowiedziano',
    resend: 'Wyślij ponownie',
    resendAbout:
      'Wszystko, co się od tego czasu stało, wysyłamy jeszcze raz, po kolei. Co już znasz, ma ten sam eventId.',
    since: 'Od',
    hour: 'ostatniej godziny',
    day: 'ostatnich 24 godzin',
    week: 'ostatnich 7 dni',
    month: 'ostatnich 30 dni',
  },
  sandbox: {
    title: 'Narzędzia testowe',
    about:
      'Tu nie ma prawdziwych pieniędzy: dostawcy są symulowani i robią to, o co proszą wysłane dane.',
    cards: 'Karty testowe',
    cardsAbout: 'Dowolna przyszła data ważności i dowolny CVV; kod w banku to 123456.',
    number: 'Numer',
    what: 'Co się stanie',
    blik: 'Kody BLIK',
    code: 'Kod',
    faults: 'Awarie',
    faultsAbout:
      'Karty, przy których dostawca zawodzi w trakcie. Każda kończy się najwyżej jednym obciążeniem i można zobaczyć jak.',
    amounts: 'Kwoty',
    amountsAbout: 'Pobrań, zwrotów i anulowań, według dwóch ostatnich cyfr.',
    amount: 'Końcówka',
    clock: 'Zegar',
    clockAbout:
      'Płatność czeka całe dni, a Ty nie musisz: na jej stronie jest „Przesuń zegar”, po czym wszystko, co miało się stać do tej chwili, dzieje się od razu.',
    clockLink: 'Do płatności',
  },
}
