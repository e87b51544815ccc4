void f() {
            [unroll(4)] for (int i = 0, j = 1; i < j; ++i, --j) continue;
            for (;;) break;
            for (i = 0; bool b = g(); ) ;
            [loop] while (int k = 3) { discard; }
            do ++i; while (i < 3);
            [branch] if (a) if (b) c; else d; else e;
            if (float x = a) return x; else if (c) return; 
            [forcecase] switch (a) { case 1: case 2 + 3: b; break; default: { } }
        }
