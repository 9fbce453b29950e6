import { fromPool, randomLowercase } from './basic.ts'
import {
  capital,
  countArg,
  type Generator,
  type GeneratorTools,
  many,
  pickCharacter,
  textArg,
} from './generator-tools.ts'

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
export const texts: Record<string, Generator> = {
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
