% The conjugate of each row, w first.
function conjugate = quatconj(q)
    conjugate = [q(:, 1) -q(:, 2:4)];
end
