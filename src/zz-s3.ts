import { sqlMarkdown } from './features/sql-table/index.ts'
import { tokensOf } from './features/sql-table/tokens.ts'
import { pagesOfSource, commentMarkdown } from './features/open-api/comments.ts'
import { pagesOfDictionary } from './features/open-api/dictionary.ts'
import { apiDocExtInfo, readApiDoc, apiDocExport } from './markdown/api-doc.ts'
import { reindentJson } from './markdown/json-text.ts'
import { signsIn } from './features/attachment/text-files.ts'
import { announcementHtml } from './features/message/announcement-html.ts'
const t0=(n:string,f:()=>unknown)=>{const t=performance.now(); try{f()}catch(e){n+=' '+e}; const ms=Math.round(performance.now()-t); console.log(ms>300?'!!':'  ',n,ms+'ms')}
const M=1_000_000
const rep=(s:string,n=M)=>s.repeat(Math.floor(n/s.length))
for (const s of ["(",")","create table t(","create ","create or ","comment on ","'","\"","`","[","$a$","$","/*","--","--\n","#"," ","\n","create table t (a int comment 'x\n","a.","primary key ","create table t (primary key ","create table t(a ","create table t (a int default (","create table t(a int,","comment on table t is 'x';","create table t (a) comment ","\\"," \n","x\ty","é", "create table t(a int); comment on column t.a is 'x';"]) t0('sql '+JSON.stringify(s),()=>sqlMarkdown(rep(s)))
for (const s of ["a int comment 'x"+rep(' ',900_000)+"y'","a int, ".repeat(100_000)+"b int","a int default "+rep("(",900_000), "a int "+rep("not ",900_000), "a int "+rep("null null ",900_000),"a "+rep("x ",900_000),"a "+rep("(x)",900_000), "a int,primary key("+rep("a,",900_000)+"a)", "a int -- x\n,".repeat(80_000)]) t0('sql in table '+s.slice(0,30),()=>sqlMarkdown('create table t ('+s+')'))
const N=20*M
for (const s of ["/**showdoc @title a*/","/**showdoc @title a @param ","/** showdoc\n* @title x\n* @url y*/","@","/**","@title\n","@param a b c d "]) t0('comments '+JSON.stringify(s),()=>pagesOfSource(rep(s,N)))
t0('comments one block',()=>pagesOfSource('/** showdoc @title x '+rep('@param a 必选 b c ',N)+'*/'))
t0('comments markdown',()=>pagesOfSource(rep("/**showdoc @title a\n@url x*/",5*M)).map(commentMarkdown))
t0('return',()=>pagesOfSource('/** showdoc @title x\n@return '+rep('[',N)+'\n*/'))
t0('return2',()=>pagesOfSource('/** showdoc @title x\n@return '+rep('{"a":',5*M)+'\n*/'))
for (const s of ["a\tb\n","\t","\n","|","\\|"]) t0('dict '+JSON.stringify(s),()=>pagesOfDictionary({table_info:rep(s,N),table_detail:rep(s,N),table_index:rep(s,N)}))
for (const s of ['[','{"a":','[],','{"info":{"url":"x"},"a":[','1,','"a",']) t0('apidoc '+s,()=>apiDocExtInfo('{"info":{"url":"x"},"a":'+rep(s,5*M)))
t0('apidoc big',()=>{const d=readApiDoc('{"info":{"url":"x"},"request":{"headers":['+'{"name":"a"},'.repeat(300_000)+'{}]}}'); d&&apiDocExport(d)})
t0('reindent', ()=>reindentJson('['+rep('[],',5*M)+'1]'))
for (const s of ['visitfile','visitfile?sign=','visitfile?sig','visitfilesign=a']) t0('signs '+s,()=>signsIn(rep(s,5*M)))
for (const s of ['<a ','<a "','<','<!--','<p>','</p>','<p><a href=','<script>','<a href="','&','&a']) t0('ann '+s,()=>announcementHtml(rep(s,20000)))
