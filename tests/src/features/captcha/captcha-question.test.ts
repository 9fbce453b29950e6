import { expect, test } from 'vitest'
import { newCaptchaQuestion, spellNumber } from '#src/features/captcha/captcha-question.ts'

test('writes numbers as English words', () => {
  expect([0, 13, 20, 42, 100, 305, 999].map((number) => spellNumber(number, 'en'))).toEqual([
    'zero',
    'thirteen',
    'twenty',
    'forty-two',
    'one hundred',
    'three hundred and five',
    'nine hundred and ninety-nine',
  ])
})

test('writes numbers as Chinese words', () => {
  expect([0, 10, 13, 20, 42, 100, 305, 310, 999].map((number) => spellNumber(number, 'zh'))).toEqual([
    '零',
    '十',
    '十三',
    '二十',
    '四十二',
    '一百',
    '三百零五',
    '三百一十',
    '九百九十九',
  ])
})

test.each(['en', 'zh'] as const)('%s: asks varied questions in words, each with an answer in digits', (lang) => {
  const questions = Array.from({ length: 400 }, () => newCaptchaQuestion(lang))
  for (const { question, answer } of questions) {
    expect(question).not.toMatch(/\d|undefined|NaN/)
    expect(question).not.toMatch(lang === 'zh' ? /[a-z?]/i : /[\u4e00-\u9fff]/)
    expect(answer).toMatch(/^[1-9]\d{0,2}$/)
  }
  expect(new Set(questions.map((it) => it.question)).size).toBeGreaterThan(300)
})

/** Returns a fixed sequence of random values. */
const chances =
  (...row: number[]) =>
  () =>
    row.shift() ?? 0

test('the answers are correct', () => {
  expect(newCaptchaQuestion('en', chances(0, 0, 0, 0))).toEqual({
    question: 'What is two plus two? Answer in digits.',
    answer: '4',
  })
  expect(newCaptchaQuestion('zh', chances(0.2, 0, 0, 0.9, 0.9))).toEqual({
    question: '有十四个苹果，吃掉了两个，还剩多少个？请用阿拉伯数字回答。',
    answer: '12',
  })
  expect(newCaptchaQuestion('en', chances(0.4, 0, 0, 0))).toEqual({
    question: 'Which of these numbers is the largest: two, three, four? Answer in digits.',
    answer: '4',
  })
  expect(newCaptchaQuestion('zh', chances(0.99, 0, 0, 0, 0.4))).toEqual({
    question: '二、三、四，其中第二个数是多少？请用阿拉伯数字回答。',
    answer: '3',
  })
})
