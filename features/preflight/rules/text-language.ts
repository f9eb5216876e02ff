/** Whether a text is in English, by its short words: every language uses its own in every sentence. */

/** Frequent words that are none in English. Words that two of these languages share count for both. */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  cs: 'je se na že by do ve jsou nebo jako ale kdy která který pro tak aby jeho této',
  da: 'og det er en på til af den der ikke som har med et vi du kan hvis eller',
  de: 'der die das und ist nicht ein eine wir sie mit auf den dem für zu von wird sind auch oder wenn',
  es: 'el la los las de que en un una es por con para no se del como más este esta son',
  fi: 'ja on ei se että kun niin tai mutta myös ovat joka tämä siitä voit',
  fr: 'le la les des et est une un que dans pour pas vous nous avec sur ce cette sont du au par qui',
  hu: 'az és egy hogy nem van ez meg mint csak vagy kell ha ezt lehet',
  id: 'dan yang di untuk dengan ini itu dari pada tidak adalah akan dalam ke kita atau',
  it: 'il la le gli che di un una è per con non si del della sono come questo più nel',
  nb: 'og det er en på til av den som ikke har med et vi du kan hvis eller',
  nl: 'de het een en van is niet dat we zijn voor met op te wordt ook als of deze naar',
  pl: 'w i na z nie to się jest że do dla jak są lub tego który oraz można',
  pt: 'o a os as de que em um uma é por com para não se do da como mais este são',
  ro: 'și în de la un o este cu pe nu care pentru din sunt se mai sau dacă',
  sv: 'och det är en på till av den som inte har med ett vi du kan om eller',
  tr: 've bir bu için ile da de olarak değil gibi daha olan ya ne çok',
  vi: 'là và của có các cho không một những được trong với này để',
};
const ENGLISH = new Set(
  'the of and to in is that it for as with are be on you this we by or an not from can have if your at which when will has do its'.split(
    ' ',
  ),
);
const OTHERS = Object.values(FUNCTION_WORDS).map((words) => new Set(words.split(' ')));

/** Fewer words say nothing. */
const WORDS_MIN = 12;
/** In running text of a language, at least this share are words of its list. */
const SHARE_MIN = 0.12;

/** Whether words are plainly of another language: those of one are frequent, and English ones rare. */
export function isOtherLanguage(words: readonly string[]): boolean {
  if (words.length < WORDS_MIN) return false;
  const latin = words.filter((word) => /^\p{Script=Latin}/u.test(word));
  if (latin.length < words.length / 2) return true;
  // Capital ones are often parts of names: “Los Angeles”.
  const most = Math.max(...OTHERS.map((known) => latin.filter((word) => known.has(word)).length));
  return most >= SHARE_MIN * latin.length && most >= 2 * latin.filter((word) => ENGLISH.has(word.toLowerCase())).length;
}
