// Rows of seven numbers: weighs each and keeps what is larger than before.
RWStructuredBuffer<vector<float, 7> > rows : register(u0);
ByteAddressBuffer weights : register(t0);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 7> row = rows[i];
    vector<float, 7> weighed = row * weights.Load<vector<float, 7> >(0);
    row = max(row, weighed);
    row[6] = dot(row, weighed);
    rows[i] = row;
}
