import { contract } from '#contract/index.ts'
import { controllersOf } from '#src/features/help/calls.ts'
import { fieldsOf, inputShape, outputShape } from '#src/features/help/fields.ts'
import { fieldMeaning, answerMeaning } from '#src/features/help/meaning.ts'
import { fieldWords, callFieldWords } from '#contract/field-words.ts'
import { apiReference } from '#src/features/help/reference.ts'
import { writeFileSync } from 'node:fs'
const seen = new Set<any>(); const used = new Set<string>(); const usedC = new Set<string>()
const outs = new Map<string,string[]>()
for (const {calls} of controllersOf(contract)) for (const {name,endpoint} of calls) { if (seen.has(endpoint)) continue; seen.add(endpoint)
 for (const f of fieldsOf(inputShape(endpoint.input))) { if (!fieldMeaning(name,f)) console.log('NO WORDS', name, f.path); if (callFieldWords[name]?.[f.path]) usedC.add(name+' '+f.path); else used.add(f.name) }
 if (endpoint.answers!=='file'&&endpoint.answers!=='text') for (const f of fieldsOf(outputShape(endpoint.output))) outs.set(f.name,[...(outs.get(f.name)??[]),name+':'+f.path]) }
console.log('UNUSED', Object.keys(fieldWords).filter(n=>!used.has(n)).join(' '))
for (const [c,o] of Object.entries(callFieldWords)) for (const p of Object.keys(o)) if(!usedC.has(c+' '+p)) console.log('UNUSED', c, p)
if (process.argv[2]) for (const [n,l] of [...outs].sort()) console.log(n, '|', l.length>9? l.slice(0,9).join(' ')+' ... '+l.length : l.join(' '))
for (const l of ['en','zh'] as const) { const t=performance.now(); const m=apiReference(contract,l); console.log(l, m.length, performance.now()-t); writeFileSync('/tmp/h/api.'+l+'.md', m) }
import { answerWords, callAnswerWords } from '#contract/answer-words.ts'
const uA=new Set<string>(), uC=new Set<string>()
for (const {calls} of controllersOf(contract)) for (const {name,endpoint} of calls) { 
 if (endpoint.answers==='file'||endpoint.answers==='text') continue
 for (const f of fieldsOf(outputShape(endpoint.output))) { if (!answerMeaning(name,f)) console.log('NO ANSWER WORDS', name, f.path); if (callAnswerWords[name]?.[f.path]) uC.add(name+' '+f.path); else uA.add(f.name) } }
console.log('UNUSED A', Object.keys(answerWords).filter(n=>!uA.has(n)).join(' '))
for (const [c,o] of Object.entries(callAnswerWords)) for (const p of Object.keys(o)) if(!uC.has(c+' '+p)) console.log('UNUSED', c, p)
