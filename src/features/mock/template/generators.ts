import { basic, fromPool, randomLowercase } from './basic.ts'
import {
  capital,
  countArg,
  type Generator,
  type GeneratorTools,
  many,
  pickCharacter,
  pickOne,
  textArg,
} from './generator-tools.ts'
import { helpers } from './helpers.ts'
import { locations } from './locations.ts'
import { web } from './web.ts'

const listOf = (text: string): string[] => text.split(' ')

const firstNames = listOf(
  'James John Robert Michael William David Richard Charles Joseph Thomas Daniel Paul Mark George Steven Edward Brian Kevin Jason Eric Mary Patricia Linda Barbara Elizabeth Jennifer Maria Susan Margaret Lisa Nancy Karen Betty Helen Sandra Donna Carol Ruth Sharon Laura Sarah Amy Anna',
)
const lastNames = listOf(
  'Smith Johnson Williams Brown Jones Miller Davis Garcia Rodriguez Wilson Martinez Anderson Taylor Thomas Hernandez Moore Martin Jackson Thompson White Lopez Lee Harris Clark Lewis Robinson Walker Hall Young Allen King Wright Scott Hill Green Adams Baker Nelson Carter Mitchell',
)
const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文'
const givenNames = listOf(
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 霞 平 刚 桂英 秀英 秀兰 建国 志强 文博 子涵 雨桐 浩然 欣怡 思远 佳宁 梓轩 若曦 天佑 晓东',
)

const first = (tools: GeneratorTools): string => pickOne(tools, firstNames) ?? ''
const last = (tools: GeneratorTools): string => pickOne(tools, lastNames) ?? ''
const cfirst = (tools: GeneratorTools): string => pickCharacter(tools, surnames)
const clast = (tools: GeneratorTools): string => pickOne(tools, givenNames) ?? ''

const name: Generator = (tools, [withMiddle]) =>
  [first(tools), ...(withMiddle === true || withMiddle === 'true' ? [first(tools)] : []), last(tools)].join(' ')

/** Names of people. Source: the documented placeholders of Mock.js. */
const people: Record<string, Generator> = {
  first,
  last,
  name,
  cfirst,
  clast,
  cname: (tools) => cfirst(tools) + clast(tools),
}

// The most frequent Chinese characters.
const common =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严'

const word: Generator = (tools, args) => randomLowercase(tools, countArg(tools, args, [3, 10]))

const sentence: Generator = (tools, args) => {
  const words = many(tools, countArg(tools, args, [12, 18]), () => String(word(tools, [])), ' ')
  return words === '' ? '' : `${capital(words)}.`
}

const titled =
  (piece: Generator, between: string): Generator =>
  (tools, args) =>
    many(tools, countArg(tools, args, [3, 7]), () => capital(String(piece(tools, []))), between)

const cword: Generator = (tools, args) => fromPool(tools, args, [1, 1], (named) => named || common)

const csigns = (tools: GeneratorTools, count: number): string => many(tools, count, () => pickCharacter(tools, common))

const csentence: Generator = (tools, args) => `${csigns(tools, countArg(tools, args, [12, 18]))}。`

const ofText =
  (operation: (text: string) => string): Generator =>
  (_, [text]) =>
    operation(textArg(text) ?? '')

/** Words and sentences, in Latin letters and in Chinese. Source: the documented placeholders of Mock.js. */
const texts: Record<string, Generator> = {
  word,
  sentence,
  paragraph: (tools, args) => many(tools, countArg(tools, args, [3, 7]), () => String(sentence(tools, [])), ' '),
  title: titled(word, ' '),
  cword,
  csentence,
  cparagraph: (tools, args) => many(tools, countArg(tools, args, [3, 7]), () => String(csentence(tools, []))),
  ctitle: (tools, args) => csigns(tools, countArg(tools, args, [3, 7])),
  capitalize: ofText(capital),
  upper: ofText((text) => text.toUpperCase()),
  lower: ofText((text) => text.toLowerCase()),
}

const two = (value: number): string => String(value).padStart(2, '0')
const twelve = (hours: number): number => hours % 12 || 12

const parts: Record<string, (at: Date) => string | number> = {
  yyyy: (at) => at.getFullYear(),
  yy: (at) => two(at.getFullYear() % 100),
  y: (at) => two(at.getFullYear() % 100),
  MM: (at) => two(at.getMonth() + 1),
  M: (at) => at.getMonth() + 1,
  dd: (at) => two(at.getDate()),
  d: (at) => at.getDate(),
  HH: (at) => two(at.getHours()),
  H: (at) => at.getHours(),
  hh: (at) => two(twelve(at.getHours())),
  h: (at) => twelve(at.getHours()),
  mm: (at) => two(at.getMinutes()),
  m: (at) => at.getMinutes(),
  ss: (at) => two(at.getSeconds()),
  s: (at) => at.getSeconds(),
  SS: (at) => String(at.getMilliseconds()).padStart(3, '0'),
  S: (at) => at.getMilliseconds(),
  A: (at) => (at.getHours() < 12 ? 'AM' : 'PM'),
  a: (at) => (at.getHours() < 12 ? 'am' : 'pm'),
  T: (at) => at.getTime(),
}
const partNames = new RegExp(
  Object.keys(parts)
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'g',
)

/** Formats a time in the server's zone as `format` says. Source: the documented formats of Mock.js. */
const written = (at: Date, format: string): string => format.replace(partNames, (name) => String(parts[name]?.(at)))

/** Returns a time between 1970 and now. */
const moment = ({ random, now }: GeneratorTools): Date => new Date(Math.floor(random() * now.getTime()))

const dated =
  (usual: string): Generator =>
  (tools, [format]) =>
    written(moment(tools), textArg(format) || usual)

const dateAndTime = 'yyyy-MM-dd HH:mm:ss'

const beginnings: Record<string, (at: Date) => Date> = {
  year: (at) => new Date(at.getFullYear(), 0),
  month: (at) => new Date(at.getFullYear(), at.getMonth()),
  week: (at) => new Date(at.getFullYear(), at.getMonth(), at.getDate() - at.getDay()),
  day: (at) => new Date(at.getFullYear(), at.getMonth(), at.getDate()),
  hour: (at) => new Date(new Date(at).setMinutes(0, 0, 0)),
  minute: (at) => new Date(new Date(at).setSeconds(0, 0)),
  second: (at) => new Date(new Date(at).setMilliseconds(0)),
}

const now: Generator = (tools, [first, second]) => {
  const unit = textArg(first) ?? ''
  const beginning = Object.hasOwn(beginnings, unit) ? beginnings[unit] : undefined
  const format = textArg(beginning ? second : (second ?? first)) || dateAndTime
  return written(beginning ? beginning(tools.now) : tools.now, format)
}

/** Dates and times. Source: the documented placeholders of Mock.js. */
const dates: Record<string, Generator> = {
  date: dated('yyyy-MM-dd'),
  time: dated('HH:mm:ss'),
  datetime: dated(dateAndTime),
  now,
}

/** The generators by name, in lower case: names are case-insensitive. */
export const generators: ReadonlyMap<string, Generator> = new Map(
  [basic, dates, texts, people, locations, web, helpers].flatMap((group) => Object.entries(group)),
)
