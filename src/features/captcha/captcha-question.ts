import { pick, type Random, secureRandom, wholeBetween } from './random.ts'

/** A question for people who cannot see the image, and its answer in digits. */
interface CaptchaQuestion {
  question: string
  answer: string
}

type Lang = 'en' | 'zh'

/** A generator for one kind of question; the numbers in it are written as words. */
type Maker = (lang: Lang, random: Random) => CaptchaQuestion

/** Returns a new question in a language. The answer consists of digits only. */
export function newCaptchaQuestion(lang: Lang, random: Random = secureRandom): CaptchaQuestion {
  return pick<Maker>([sum, difference, largest, smallest, spelled, inPlace], random)(lang, random)
}

const sum: Maker = (lang, random) => {
  const [a, b] = [wholeBetween(2, 30, random), wholeBetween(2, 12, random)]
  const [first, second] = [spellNumber(a, lang), spellNumber(b, lang)]
  const question = {
    en: pick(
      [`What is ${first} plus ${second}?`, `You have ${first} pages and add ${second}. How many pages now?`],
      random,
    ),
    zh: pick(
      [`${first}加${second}等于多少?`, `书架上有${first}本书，又放上${counted(b)}本，现在一共有多少本?`],
      random,
    ),
  }
  return requested(question, a + b, lang)
}

const difference: Maker = (lang, random) => {
  const [a, b] = [wholeBetween(14, 40, random), wholeBetween(2, 12, random)]
  const [first, second] = [spellNumber(a, lang), spellNumber(b, lang)]
  const question = {
    en: pick(
      [`What is ${first} minus ${second}?`, `Of ${first} apples, ${second} are eaten. How many are left?`],
      random,
    ),
    zh: pick([`${first}减${second}等于多少?`, `有${first}个苹果，吃掉了${counted(b)}个，还剩多少个?`], random),
  }
  return requested(question, a - b, lang)
}

const largest: Maker = (lang, random) => {
  const numbers = threeNumbers(random)
  const list = listed(numbers, lang)
  const question = { en: `Which of these numbers is the largest: ${list}?`, zh: `${list}，这三个数中哪一个最大?` }
  return requested(question, Math.max(...numbers), lang)
}

const smallest: Maker = (lang, random) => {
  const numbers = threeNumbers(random)
  const list = listed(numbers, lang)
  const question = { en: `Which of these numbers is the smallest: ${list}?`, zh: `${list}，这三个数中哪一个最小?` }
  return requested(question, Math.min(...numbers), lang)
}

const spelled: Maker = (lang, random) => {
  const number = wholeBetween(101, 999, random)
  const question = {
    en: `How is ${spellNumber(number, 'en')} written in digits?`,
    zh: `“${spellNumber(number, 'zh')}”用数字怎么写?`,
  }
  return requested(question, number, lang, false)
}

const inPlace: Maker = (lang, random) => {
  const numbers = threeNumbers(random)
  const place = wholeBetween(0, 2, random)
  const list = listed(numbers, lang)
  const question = {
    en: `What is the ${['first', 'second', 'third'][place]} of these numbers: ${list}?`,
    zh: `${list}，其中第${spellNumber(place + 1, 'zh')}个数是多少?`,
  }
  return requested(question, numbers[place] ?? 0, lang)
}

const hint = { en: 'Answer in digits.', zh: '请用阿拉伯数字回答。' }

function requested(question: Record<Lang, string>, answer: number, lang: Lang, withHint = true): CaptchaQuestion {
  const [text, space] = lang === 'zh' ? [question.zh.replace('?', '？'), ''] : [question.en, ' ']
  return { question: withHint ? text + space + hint[lang] : text, answer: String(answer) }
}

/** Returns a number in Chinese before a measure word, where two is 两. */
const counted = (number: number) => (number === 2 ? '两' : spellNumber(number, 'zh'))

/** Returns three different numbers from 2 to 99. */
function threeNumbers(random: Random): number[] {
  const first = wholeBetween(2, 99, random)
  const step = wholeBetween(1, 48, random)
  const around = (number: number) => 2 + ((number - 2) % 98)
  return [first, around(first + step), around(first + step + wholeBetween(1, 49, random))]
}

const listed = (numbers: number[], lang: Lang) =>
  numbers.map((number) => spellNumber(number, lang)).join(lang === 'zh' ? '、' : ', ')

const small = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ')
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const zhDigits = [...'零一二三四五六七八九']

/** Returns a whole number from 0 to 999 in words: `forty-two`, `three hundred and five`; `四十二`, `三百零五`. */
export function spellNumber(number: number, lang: Lang): string {
  return lang === 'zh' ? zhWords(number) : enWords(number)
}

function enWords(number: number): string {
  if (number < 20) return small[number] ?? ''
  const unit = number % 10
  if (number < 100) return tens[Math.floor(number / 10)] + (unit ? `-${small[unit]}` : '')
  const rest = number % 100
  return `${small[Math.floor(number / 100)]} hundred${rest ? ` and ${enWords(rest)}` : ''}`
}

function zhWords(number: number): string {
  const digit = (value: number) => zhDigits[value] ?? ''
  if (number < 10) return digit(number)
  const unit = number % 10 ? digit(number % 10) : ''
  const ten = Math.floor(number / 10) % 10
  if (number < 100) return `${ten === 1 ? '' : digit(ten)}十${unit}`
  const rest = ten === 0 ? unit && `零${unit}` : `${digit(ten)}十${unit}`
  return `${digit(Math.floor(number / 100))}百${rest}`
}
