void f() {
            1 + 0x1Fu + 017 + 0b101 + 1UL + 1ll;
            1.0 + .5f + 5. + 1e3h + 1.5E-3L + 0x1.8p3 + 1.#INF;
            1.xxx + 1.0.xxx + 1.0f.xx + 0.rrr;
            'a' + '\n' + true + false;
            "a" "b\"c";
        }
