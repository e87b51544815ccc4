void f() {
            a = b + c * d - e;
            a = b << 1 < c == d & e ^ f | g && h || i;
            a = b ? c : d ? e : f;
            a = b = c += d;
            -a * !b + ~c++ - --d;
            (float3)a.x[1].y(2) * (float[2])b;
            a, b, c;
            a ? b : c = d;
            a >> b >= c <<= d;
        }
