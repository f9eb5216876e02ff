import { startTestRunner } from './test-runner.ts';
const runner = await startTestRunner({ isOrdinaryUser: process.argv[2] === 'user' });
console.log(JSON.stringify((await runner.health()).sandbox));
const only = process.argv[3];
const P: Record<string, [string, object?]> = {
  fork: ['import os\nwhile True: os.fork()', { limits: { wall_seconds: 4 } }],
  forkerr: ['import os,time\nfor i in range(200):\n  if os.fork()==0: time.sleep(5)', { limits: { wall_seconds: 6 } }],
  threads: ['import threading,time\nfor i in range(500): threading.Thread(target=time.sleep,args=(3,),daemon=True).start()'],
  mem: ['x=[]\nwhile True: x.append(bytearray(10**7))'],
  memtouch: ['x=b"x"*(3*10**9)'],
  memchildren: ['import os,time\nfor i in range(8):\n  if os.fork()==0:\n    x=bytearray(b"a"*(400*10**6)); time.sleep(10); os._exit(0)\nfor i in range(8): os.wait()'],
  time: ['while True: pass', { limits: { wall_seconds: 2 } }],
  timeexc: ['while True:\n  try:\n    pass\n  except: pass', { limits: { wall_seconds: 2 } }],
  timeexc2: ['import time\nwhile True:\n  try:\n    time.sleep(1)\n  except BaseException: pass', { limits: { wall_seconds: 2 } }],
  cpu: ['while True: pass', { limits: { wall_seconds: 10, cpu_seconds: 1 } }],
  disk: ['with open("a","wb") as f:\n  while True: f.write(b"x"*10**6)'],
  disk2: ['for i in range(100): open(str(i),"wb").write(b"x"*10**6)'],
  files: ['for i in range(10000): open(str(i),"w").close()'],
  out: ['while True: print("x"*1000)'],
  err: ['import sys\nwhile True: print("x"*1000,file=sys.stderr)'],
  net: ['import socket\nsocket.create_connection(("1.1.1.1",53),2)'],
  ls: ['import os\nprint(os.listdir("/"), os.listdir("/work"), os.listdir("/etc"), open("/etc/passwd").read(), os.listdir("/dev"), os.getcwd(), os.listdir("/tmp"), os.listdir("/opt"))'],
  ps: ['import os\nprint([ (p, open(f"/proc/{p}/cmdline").read()) for p in os.listdir("/proc") if p.isdigit()])'],
  daemon: ['import os,time\nif os.fork()==0:\n  os.setsid()\n  if os.fork()==0:\n    time.sleep(1000)\n  os._exit(0)\nprint("ok")'],
  kill: ['import os,signal\nos.kill(-1,9)'],
  stop: ['import os,signal\nos.kill(os.getppid(),signal.SIGSTOP)\nwhile True: pass', { limits: { wall_seconds: 1 } }],
  exit: ['import os\nos._exit(3)'],
  sysexit: ['import sys\nsys.exit("bye")'],
  segv: ['import ctypes\nctypes.string_at(0)'],
  closefds: ['import os\nos.closerange(0,300)\nx=1'],
  reprloop: ['class A:\n  def __repr__(self):\n    while True: pass\na=A()\nb=5'],
  reprexit: ['import os\nclass A:\n  def __repr__(self): os._exit(0)\nz=1\na=A()\nb=5'],
  reprc: ['class A:\n  def __repr__(self): return str(10**10**8)\nz=1\na=A()\nb=5'],
  cls: ['class A:\n  @property\n  def __class__(self): raise SystemExit\n  def __len__(self): return 2**100\n  def _repr_html_(self): raise KeyboardInterrupt\na=A()\nb=5'],
  meta: ['class M(type):\n  @property\n  def __name__(c): raise SystemExit\n  def __instancecheck__(c,o): raise SystemExit\n  def __getattribute__(c,n): raise SystemExit\nclass A(metaclass=M): pass\na=A()\nb=5'],
  syntax: ['x = 1\ny = (2 +\nz = 3'],
  rec: ['def f(n): return f(n+1)\nf(0)'],
  badstr: ['s = "\\ud800"\nprint(s)'],
  dev: ['import os\nfor d in ["/dev","/","/proc","/usr","/etc"]:\n  try:\n    open(d+"/x","w"); print("WROTE",d)\n  except OSError as e: print(d,e.strerror)'],
  proc: ['import os\npp=os.getppid()\nfor f in ["fd","mem","environ","maps","root"]:\n  try:\n    print(f, os.listdir(f"/proc/{pp}/{f}") if f in("fd","root") else open(f"/proc/{pp}/{f}","rb").read(20))\n  except OSError as e: print(f,e.strerror)'],
  ns: ['import ctypes,os\nl=ctypes.CDLL(None,use_errno=True)\nfor n,a in (("unshare",(0x10000000,)),("mount",(b"x",b"/tmp",b"tmpfs",0,0)),("ptrace",(0,0,0,0)),("socket",(2,1,0)),("setns",(0,0))):\n  ctypes.set_errno(0);print(n,getattr(l,n)(*a),os.strerror(ctypes.get_errno()))\nprint(l.syscall(435,0,0),ctypes.get_errno(), l.syscall(56,0x10000000|17,0,0,0,0),ctypes.get_errno())'],
  mp: ['from multiprocessing import Pool\ndef f(x): return x*x\nwith Pool(2) as p: print(p.map(f,[1,2,3]))\nimport subprocess\nprint(subprocess.run(["echo","hi"],capture_output=True,text=True).stdout)\nimport os\nos.system("echo direct")\nimport asyncio\nasync def g(): await asyncio.sleep(0.01); return 7\nprint(asyncio.run(g()))\nimport tempfile\nprint(tempfile.mkdtemp())\nimport getpass; print(getpass.getuser(), os.path.expanduser("~"))'],
  input: ['x=input()'],
  big: ['x=list(range(10**6))\ns="a"*10**7\nimport numpy as np\na=np.arange(10**6)\nd={i:i for i in range(10**5)}'],
};
for (const [name, [code, extra]] of Object.entries(P)) {
  if (only && name !== only) continue;
  const t = performance.now();
  try {
    const o = await runner.run(code, extra);
    console.log('##', name, (performance.now()-t).toFixed(0)+'ms', 'limit', o.limit, 'cut', o.cut.join(), 'err', o.error && `${o.error.name}: ${o.error.message.slice(0,80)} @${o.error.line}:${o.error.column}`);
    console.log('   out', JSON.stringify(o.output.slice(0, 600)), 'stderr', JSON.stringify(o.stderr.slice(0,300)));
    console.log('   vars', o.vars.map((v) => `${v.name}:${v.type_name}/${v.base_class} len=${v.length} ${v.string_form.slice(0,40)} ${JSON.stringify(v.value)?.slice(0,80)}`).join(' | ').slice(0,700));
  } catch (e) { console.log('##', name, 'THROWN', String(e).slice(0,300)); }
}
await runner.close();
