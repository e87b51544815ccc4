// Arguments of templates that stand behind a template of aliases, with the arguments in another order and with one left out.
//: target cs_6_0
//: only newer spirv run
//: args -HV 2021
//: dxc-fault spirv 1.7 It has no templates of aliases.
//: dxc-fault run 1.7 It has no templates of aliases.
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 4*0
//: expect u0 = 34 12 6 105
template <typename T, int rows, int columns> struct Grid { T cells[rows * columns]; };
template <typename T, int n> using Square = Grid<T, n, n>;
template <int n, typename T> using Row = Grid<T, 1, n>;
template <typename T> using Pair = vector<T, 2>;

template <typename T, int n> int size_of(Square<T, n> grid) { return n * 10 + int(grid.cells[1]); }
template <typename T, int n> T last(Row<n, T> row) { return row.cells[n - 1]; }
template <typename T> T sum(Pair<T> pair) { return pair.x + pair.y; }

RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Grid<float, 3, 3> square;
    square.cells[1] = 4.5;
    result[0] = size_of(square);
    Grid<int, 1, 4> row;
    row.cells[3] = 12;
    result[1] = last(row);
    result[2] = sum(int2(2, 4));
    Square<uint, 10> large;
    large.cells[1] = 5;
    result[3] = size_of(large);
}
