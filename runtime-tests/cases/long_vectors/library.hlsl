// Functions of a library take and give long vectors.
//: target lib_6_9
//: only newer
struct Row {
    vector<float, 6> values;
    uint count;
};

export vector<float, 6> scaled(vector<float, 6> v, float by) {
    return v * by;
}

export Row changed(Row row, inout vector<int, 9> numbers, out vector<float, 6> last[3]) {
    last[0] = row.values;
    last[1] = 0;
    last[2] = scaled(row.values, 3);
    numbers[row.count] = 1;
    row.values = -row.values;
    return row;
}
